/** Names where there is little room: they are cut, but still differ. */

const CUT = '…'

/** The beginning and, after a cut, `tail` letters of the end. */
function cut(name: string, letters: number, tail: number): string {
  const all = [...name]
  if (all.length <= letters) return name
  return all.slice(0, letters - tail - 1).join('').trimEnd() + CUT + all.slice(all.length - tail).join('').trimStart()
}

/** "Bot (Master) 2" is called "Master 2" where there is no room for all of it. */
const WORD_BEFORE_BRACKETS = /^\S+ \((.+)\)/

/**
 * Each name in at most a number of letters. Names that begin alike keep as much of their end as tells them apart: "Casual bot 1"
 * and "Casual bot 2" become "Casu…1" and "Casu…2". A name that cannot be told from another one otherwise is not cut.
 */
export function shortNames(names: readonly string[], letters = Infinity): string[] {
  const room = Math.max(2, letters)
  const shorten = (name: string, tail: number) => ([...name].length <= room ? name : cut(name.replace(WORD_BEFORE_BRACKETS, '$1'), room, tail))
  return names.map((name, i) => {
    const plain = (other: string, tail: number) => shorten(other, tail).replace(CUT, '')
    for (let tail = 0; tail < room - 1; tail++) {
      if (names.every((other, j) => i === j || plain(other, tail) !== plain(name, tail))) return shorten(name, tail)
    }
    return name
  })
}

/** One letter or digit for each name, all different: the first letter, or else a number at the end, the first letter of another word, or any. */
export function initials(names: readonly string[]): string[] {
  const upper = (letter: string | undefined) => letter?.toLocaleUpperCase() ?? ''
  const words = names.map((name) => [...name.replace(WORD_BEFORE_BRACKETS, '$1').matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...word]))
  const first = words.map((found) => upper(found[0]?.[0]))
  const alone = (letter: string) => letter !== '' && first.indexOf(letter) === first.lastIndexOf(letter)
  const taken = new Set(first.filter(alone))
  return first.map((letter, i) => {
    if (alone(letter)) return letter
    const found = words[i] ?? []
    const all = found.flat()
    const number = all.slice(-1).filter((last) => /\p{N}/u.test(last))
    const tried = [...number, ...found.map(([begins]) => begins), ...all].map(upper)
    const free = tried.find((one) => one !== '' && !taken.has(one)) ?? String(i + 1)
    taken.add(free)
    return free
  })
}
