/** What moves a companion this way and that, and one thing that does not. */
export const sayings = [
  'I am so happy',
  'My dog died',
  'You are stupid',
  'Thank you',
  'I am scared of the exam!',
  'What a calm evening',
  'I CANNOT COPE WITH THIS',
  'The weather is nice',
]
