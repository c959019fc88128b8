/** Messages by name, for words that depend on a game or an option which no file here names. */

type Say = (inputs?: Record<string, unknown>) => string

/** `modules`: what `import.meta.glob` found in the compiled catalogue, where each message is a file of its name. */
export function catalogue(modules: Record<string, unknown>): (name: string, inputs?: Record<string, unknown>) => string | undefined {
  const messages = Object.assign({}, ...Object.values(modules)) as Record<string, Say>
  return (name, inputs) => messages[name]?.(inputs)
}
