/** Words that make a question one of the speaker's own life. */
const ownLife =
  /\b(?:i|i['’]\p{L}+|me|my|mine|we|we['’]\p{L}+|us|our|ours|you|your|he|she|him|her|his|hers|they|them|their|it|its)\b/iu
/** What is asked of the world at large. */
const worldly =
  /^(?:(?:and|so|but|ok|okay|well|hey)[, ]+)*(?:what|who|where|when|which|why|how|is|are|was|were|do|does|did|can|has|have)\b/i

/** Whether a question may be one about the world, not about what somebody has told: nobody's life is in it. */
export function asksOfWorld(question: string): boolean {
  return worldly.test(question) && !ownLife.test(question)
}
