/** The rules beside the board: whether they are open, and at which rule. */
export const rulesDrawer = $state<{ open: boolean; rule: string | null }>({ open: false, rule: null })

export function showRule(rule: string): void {
  rulesDrawer.rule = rule
  rulesDrawer.open = true
}

export function toggleRules(): void {
  rulesDrawer.rule = null
  rulesDrawer.open = !rulesDrawer.open
}
