/** What frontends ask in a user's name to fill their own pages, and what they can do without. */
const tasks: readonly { readonly asks: RegExp; readonly answer: string }[] = [
  // Open WebUI asks for titles, tags, follow-ups and searches alike, each as JSON; it does without where that is empty.
  { asks: /^\s*### Task:\n[\s\S]*<chat_history>/, answer: '{}' },
  // LibreChat takes the answer as the title.
  { asks: /\b5-word-or-less title for the conversation\b/i, answer: 'Talking with the companion' },
]

/** The answer to what a frontend asks for itself; null for what its user says. */
export function taskAnswer(content: string): string | null {
  return tasks.find(({ asks }) => asks.test(content))?.answer ?? null
}
