import { serveRequests } from '../../kernel/thread.ts'
import { checkedCopy, copyDatabase, type CopyRequest, describe, erasedCopy } from './database-copy.ts'

// The thread of the backups: it waits for the disk, so that nobody else does.
serveRequests((request: CopyRequest) => {
  if ('copy' in request) return copyDatabase(request.copy.from, request.copy.to)
  if ('describe' in request) return describe(request.describe)
  if ('erase' in request) return erasedCopy(request.erase.from, request.erase.to, request.erase.erasures)
  const { from, to, sha256 } = request.check
  return checkedCopy(from, to, sha256)
})
