import { stemmer } from 'stemmer'

/** Words that are in most texts and tell nothing of what they are about. */
const common = new Set(
  `a about after again all also always am an and any are as at be because been before being but by can could day did do
  does doing feel few for from get glad go good great had happy has have having he hear hello help her here hi him his hope how i if
  in into is it its just know let like ll love m made make many maybe me mean more most much my never new nice no not now of
  off oh ok okay old on once one only or other our out over own please quite re really remember s said same say see she
  should so some something sorry sounds still such sure t talk tell than thank thanks that the their them then there these they
  thing things think this those time to today told tomorrow too up us ve very want was way we well were what when where
  which while who whom why will with would yes yet you your yours`.split(/\s+/),
)
/** The telling words of a text: their stems, each with the first form that it has there. */
export function tellingWords(text: string, leftOut: ReadonlySet<string> = new Set()): Map<string, string> {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = new Map<string, string>()
  for (const word of words) {
    const plain = word.toLowerCase()
    const stem = stemmer(plain)
    if (!common.has(plain) && !leftOut.has(stem) && !telling.has(stem)) telling.set(stem, word)
  }
  return telling
}
