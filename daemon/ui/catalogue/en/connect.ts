/** What the page says on which a program asks for a key. */
export const connect = {
  title: 'Connect a program',
  heading: '“{{name}}” would like to connect',
  nameless: 'A program without a name',
  member: 'It would act in your name, {{member}}.',
  'to.here': 'It runs on this device, and is answered at {{place}}.',
  'to.host': 'Your answer goes to {{place}}, which is not this device.',
  'to.scheme': 'Your answer goes to the program on this device that opens {{place}}: links.',
  unchecked:
    'The name is its own word for it; nobody has checked it. Go on only if you’ve just started this yourself.',
  never:
    'It can never delete anything, export your data or change passwords, whatever you choose. You’ll find it under Me, among your keys, and can shut it out there at any time.',
  allow: 'Let it in',
  deny: 'No, thanks',
  'done.title': 'That’s settled',
  'done.text': 'The program knows. You can close this window.',
  'nothing.title': 'There’s nothing to decide here',
  'nothing.text':
    'The request is incomplete, too old, or meant for someone else. Start again from the program.',
  'stranger.title': 'This program isn’t known here',
  'stranger.text':
    'It may have registered a while ago, or somewhere else. Have it forget its old sign-in, then connect it again.',
}
