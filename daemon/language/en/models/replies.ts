/** Why a memory is taken to be in a reply, by the words of it that the reply has. */
export const usedText = (words: readonly string[]): string => `the reply has “${words.join('”, “')}” from it`
