/** How far a restart is: the connection of before still stands, is lost, or a new one is there. */
export type Restart = 'stopping' | 'away' | 'back'

/** What becomes of a restart when the connection does this. */
export function restartAfter(
  restart: Restart,
  connection: 'connecting' | 'connected' | 'waiting' | 'closed',
): Restart {
  if (connection !== 'connected') return restart === 'back' ? 'back' : 'away'
  return restart === 'stopping' ? 'stopping' : 'back'
}
