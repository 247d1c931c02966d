import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sharedHousehold } from '../../support/household.ts'
import { protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, owner, newMember } = await sharedHousehold('moving')
const member = await newMember()
const own = 'static-en-v1'

for (const [protocol, over] of Object.entries(protocols)) {
  describe(`The embedding models over ${protocol}`, () => {
    const ask = over(daemon)

    it('are listed for every member, the bundled one first', async () => {
      const { status, result } = await ask(member.access_token, 'models.list')
      assert.equal(status, 200)
      assert.equal(result.total, result.items.length)
      const [first, ...others] = result.items
      assert.deepEqual([first.id, first.state, first.repository, first.error], [own, 'embedded', null, null])
      assert.equal(first.progress.bytes, first.progress.total)
      assert.ok(others.length >= 3)
      for (const { state, progress, repository, revision, licence } of others) {
        assert.deepEqual([state, progress.bytes], ['missing', 0])
        assert.ok(repository && revision && licence && progress.total > 20_000_000)
      }
    })

    it('are listed in pages', async () => {
      const all = await ask(member.access_token, 'models.list')
      const { result } = await ask(member.access_token, 'models.list', { limit: 2, offset: 1 })
      assert.deepEqual(result, { items: all.result.items.slice(1, 3), total: all.result.total })
    })

    it('never show a path of the machine', async () => {
      const { result } = await ask(owner.access_token, 'models.list')
      assert.ok(!JSON.stringify(result).includes(daemon.home.path))
    })

    for (const operation of ['models.download', 'models.cancel', 'models.remove']) {
      it(`${operation} requires an admin and a known model`, async () => {
        assert.equal((await ask(member.access_token, operation, { id: own })).status, 403)
        assert.equal((await ask(owner.access_token, operation, { id: 'unheard-of' })).status, 404)
        assert.equal((await ask(owner.access_token, operation, { id: 'x'.repeat(65) })).status, 400)
      })
    }

    it('that are bundled need no download, so there is none to cancel', async () => {
      const { status, result } = await ask(owner.access_token, 'models.download', { id: own })
      assert.deepEqual([status, result.state], [200, 'embedded'])
      assert.equal((await ask(owner.access_token, 'models.cancel', { id: own })).status, 409)
    })

    it('that are bundled, in use or not downloaded cannot be removed', async () => {
      const remove = (id: string) => ask(owner.access_token, 'models.remove', { id })
      assert.deepEqual([(await remove(own)).status, (await remove('all-minilm-l6-v2')).status], [409, 409])
    })

    it('have no download to cancel unless one was started', async () => {
      const id = 'all-minilm-l6-v2'
      assert.equal((await ask(owner.access_token, 'models.cancel', { id })).status, 409)
    })
  })
}

describe('Changes to models by admins', () => {
  it('are in the audit log', async () => {
    await rest(daemon, `POST /memory/models/${own}/download`, { token: owner.access_token, payload: {} })
    const { body } = await rest(daemon, 'GET /security/audit?limit=5', { token: owner.access_token })
    const details = body.data.items.map((item: { details: object }) => item.details)
    assert.ok(
      details.some((one: object) => isDeepStrictEqual(one, { operation: 'models.download', id: own })),
    )
  })
})
