import {
  characterText,
  type Degree,
  rulesText,
  toneText,
  whoText,
} from '../../../language/en/models/prompt.ts'
import type { Turn } from '../../../language/turn.ts'
import { oneLine } from './quoting.ts'

const high = 0.65
const low = 0.35

/**
 * Who the companion is, with whom it talks and what it keeps to. Nothing in it changes from message to message, so
 * that a server can keep what it has made of it.
 */
export function instructionsOf({ speaker, persona }: Turn): string {
  const name = oneLine(persona.companion_name, 60)
  const member = oneLine(speaker.full_name, 100)
  const { traits, expression } = persona
  return [
    whoText(name, member, oneLine(speaker.relationship, 60)),
    characterText((trait) => degreeOf(traits[trait])),
    toneText(oneLine(expression.tone, 60), (manner) => degreeOf(expression[manner])),
    rulesText(member),
  ]
    .filter(Boolean)
    .join('\n')
}

function degreeOf(value: number): Degree {
  if (value >= high) return 'strong'
  return value <= low ? 'weak' : 'between'
}
