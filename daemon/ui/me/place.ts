/** Whether an address is the machine's own. */
export function isThisMachine(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address)
}
