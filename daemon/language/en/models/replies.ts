/** What a message has that asks something. */
export const asks =
  /\?|^\s*(?:who|whom|whose|what|when|where|which|why|how|do|does|did|is|are|was|were|am|can|could|have|has|had|will|would|should)\b/i
/** What a question has that is for something of who asks it. */
export const ofTheSpeaker = /\b(?:i|me|my|mine|we|us|our|ours)\b/i
/** What a reply has that admits not to know. */
export const admission =
  /\b(?:i (?:do not|don['’]t|cannot|can['’]t|couldn['’]t) (?:know|recall|remember|tell|find)|(?:not|isn['’]t) sure|no (?:memory|note|record)|(?:haven['’]t|have not|never) (?:told|mentioned|said))/i

/** Why a memory is taken to be in a reply, by the words of it that the reply has. */
export const usedText = (words: readonly string[]): string => `the reply has “${words.join('”, “')}” from it`
