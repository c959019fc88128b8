/** The server's end of a connection, played by the test. */
import type { Message } from '../src/lib/protocol'
import type { Socket } from '../src/lib/socket'

export class FakeSocket implements Socket {
  sent: Array<Record<string, unknown>> = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  close(): void {
    this.onclose?.()
  }

  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  last(type: string): Record<string, unknown> | undefined {
    return this.sent.findLast((request) => request['type'] === type)
  }
}
