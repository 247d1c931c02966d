const names = ['Biscuit', 'Weber', 'Nadia', 'Jonas', 'Clara', 'Emil', 'Frieda', 'Oskar', 'Paula', 'Anton']
const people = ['aunt', 'uncle', 'neighbour', 'dentist', 'teacher', 'cousin', 'brother', 'niece']
const things = ['olives', 'chess', 'rain', 'hiking', 'jazz', 'tulips', 'sailing', 'poetry', 'chilli', 'snow']

/** Told, asked, felt and wanted in turn. */
const lines: readonly ((at: number) => string)[] = [
  (at) => `My ${of(people, at)} is called ${of(names, at)}.`,
  (at) => `I love ${of(things, at)} on day ${at}, it makes me so happy!`,
  (at) => `What is my ${of(people, at - 2)} called?`,
  (at) => `I had a terrible day at work, number ${at} was awful.`,
  (at) => `Remind me to call ${of(names, at)} tomorrow at ${(at % 12) + 8}:00.`,
  () => 'How are you today?',
  (at) => `Do I like ${of(things, at - 5)}?`,
  () => 'Thank you, that was really kind!',
]

function of(words: readonly string[], at: number): string {
  return words[Math.floor(Math.abs(at) / lines.length) % words.length] ?? ''
}

/** The message number `at`, from 0 on, of somebody who tells, asks, feels and wants something in turn. */
export const everydayLine = (at: number): string => lines[at % lines.length]?.(at) ?? ''
