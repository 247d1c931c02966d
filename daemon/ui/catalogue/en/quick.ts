/** What the small windows say. */
export const quick = {
  'ask.title': 'Quick question',
  'ask.hello': 'What is on your mind, {{member}}?',
  'ask.open': 'Open the conversation',
  'ask.sends': 'sends',
  'ask.closes': 'closes',
  'ask.stops': 'stops the reply',
  'ask.empties': 'clears',
  'answer.title': 'Something for you',
  'answer.unknown': 'There’s nothing here for you',
  'answer.unknown_text': 'It may be gone by now, or meant for someone else.',
  'answer.closing': 'This window will close by itself.',
  'answer.inbox': 'Open the inbox',
}
