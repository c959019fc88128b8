/** Warnings of the compiler are errors: see `npm run check`. */
export default { compilerOptions: { runes: true } }
