import type { RetrievedMemory, Turn } from '../../../daemon/language/turn.ts'

/** A turn of Ann Example with her companion Nova, on a Tuesday afternoon in Berlin. */
export function turnOf(content: string, rest: Partial<Turn> = {}): Turn {
  return {
    speaker: {
      family_member_uuid: '7f1f0a52-3c1b-4a39-9a53-5f3c7b5a0d11',
      full_name: 'Ann Example',
      relationship: 'mother',
    },
    persona: {
      companion_name: 'Nova',
      traits: {
        openness: 0.9,
        conscientiousness: 0.5,
        extraversion: 0.2,
        agreeableness: 0.5,
        neuroticism: 0.5,
      },
      expression: { tone: 'gentle', warmth: 0.8, humor: 0.5, formality: 0.2, energy: 0.5, verbosity: 0.5 },
    },
    mood: { valence: 0.4, arousal: 0.1, dominance: 0.1, emotion: 'content', intensity: 0.5 },
    content,
    done: [],
    history: [],
    memories: [],
    goals: [],
    now: Date.UTC(2025, 2, 4, 13, 5),
    time_zone: 'Europe/Berlin',
    ...rest,
  }
}

/** A memory that fits well. */
export function recalled(content: string, rest: Partial<RetrievedMemory> = {}): RetrievedMemory {
  return {
    memory_uuid: crypto.randomUUID(),
    content,
    kind: 'fact',
    created_at: '2025-01-31T23:30:00.000Z',
    score: 0.9,
    semantic: 0.8,
    keyword: 0.7,
    why: 'it is about the same',
    related: true,
    superseded_by: null,
    family_member_uuid: 'ann',
    said_by: null,
    said: true,
    ...rest,
  }
}
