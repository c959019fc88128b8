/** Sounds of our own, synthesised: small bells. Off unless the reader turns them on. */
import { settings } from './settings.svelte'

type Sound = 'turn' | 'move' | 'over'

/** Notes as frequency in hertz, and when they begin in seconds. */
const NOTES: Record<Sound, Array<[number, number]>> = {
  move: [[392, 0]],
  turn: [
    [523.25, 0],
    [783.99, 0.13],
  ],
  over: [
    [523.25, 0],
    [659.25, 0.15],
    [783.99, 0.3],
    [1046.5, 0.45],
  ],
}

let context: AudioContext | null = null

export function playSound(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  for (const [pitch, after] of NOTES[sound]) playNote(context, pitch, after, sound === 'move' ? 0.05 : 0.12)
}

function playNote(context: AudioContext, pitch: number, after: number, loudness: number): void {
  const start = context.currentTime + after
  const volume = context.createGain()
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.6)
  const tone = context.createOscillator()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.65)
}
