/** Names where there is little room: they are cut, but still differ. */

const CUT = '…'

/** The beginning and, after a cut, `tail` letters of the end. */
function cut(name: string, letters: number, tail: number): string {
  const all = [...name]
  if (all.length <= letters) return name
  return all.slice(0, letters - tail - 1).join('').trimEnd() + CUT + all.slice(all.length - tail).join('').trimStart()
}

/**
 * Each name in at most a number of letters. Names that begin alike keep as much of their end as tells them apart: "Casual bot 1"
 * and "Casual bot 2" become "Casu…1" and "Casu…2". A name that cannot be told from another one otherwise is not cut.
 */
export function shortNames(names: readonly string[], letters = Infinity): string[] {
  const room = Math.max(2, letters)
  return names.map((name, i) => {
    const plain = (other: string, tail: number) => cut(other, room, tail).replace(CUT, '')
    for (let tail = 0; tail < room - 1; tail++) {
      if (names.every((other, j) => i === j || plain(other, tail) !== plain(name, tail))) return cut(name, room, tail)
    }
    return name
  })
}

/** One letter or digit for each name, all different: the first letter, or else the last, or else another one. */
export function initials(names: readonly string[]): string[] {
  const upper = (letter: string | undefined) => letter?.toLocaleUpperCase() ?? ''
  const letters = names.map((name) => [...name].filter((letter) => /[\p{L}\p{N}]/u.test(letter)))
  const first = letters.map((found) => upper(found[0]))
  const taken = new Set<string>()
  const chosen = first.map((letter) => {
    const alone = letter !== '' && first.indexOf(letter) === first.lastIndexOf(letter)
    if (alone) taken.add(letter)
    return alone ? letter : null
  })
  return chosen.map((letter, i) => {
    if (letter !== null) return letter
    const found = letters[i] ?? []
    const free = [found.at(-1), ...found].map(upper).find((tried) => tried !== '' && !taken.has(tried)) ?? String(i + 1)
    taken.add(free)
    return free
  })
}
