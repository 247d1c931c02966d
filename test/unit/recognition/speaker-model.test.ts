import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  openSpeakerModel,
  unmeasured,
  type Voice,
} from '../../../daemon/features/recognition/voice/speaker-model.ts'
import { anna, ben, spoken, type SyntheticVoice } from '../../support/recognition/speech.ts'
import { tinyDimension, tinyOnnx } from '../../support/recognition/tiny-model.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-voice-'))
process.once('exit', () => folder.remove())
const fileOf = (name: string, bytes: Buffer | string) => {
  const file = join(folder.path, name)
  writeFileSync(file, bytes)
  return file
}

describe('A model of speakers', () => {
  const file = fileOf('tiny.onnx', tinyOnnx())

  it('runs in sherpa-onnx, and makes the same vector of the same recording', () => {
    const model = openSpeakerModel(file)
    assert.match(model.id, /^own-[\da-f]{16}$/)
    assert.equal(model.dimension, tinyDimension)
    const voiceOf = (voice: SyntheticVoice, seed: number): Voice => ({
      vector: model.embed(spoken(voice, 3, seed)),
      seconds: 3,
    })
    const [one, again, other] = [voiceOf(anna, 1), voiceOf(anna, 1), voiceOf(ben, 2)]
    assert.deepEqual(one.vector, again.vector)
    assert.equal(one.vector.length, tinyDimension)
    assert.ok(Math.abs(Math.hypot(...one.vector) - 1) < 1e-5)
    // A cosine of 1, and the bound of what nobody has measured.
    assert.equal(model.compare(one, again), unmeasured.max_log_odds)
    assert.ok(model.compare(one, other) <= unmeasured.max_log_odds)
    assert.ok(Math.abs(Math.hypot(...model.merge([one, other]).vector) - 1) < 1e-5)
  })

  it('says what its cosines count by the file beside it', () => {
    const own = fileOf('measured.onnx', tinyOnnx())
    const fitted = { ...unmeasured, max_log_odds: 4 }
    fileOf('measured.onnx.json', JSON.stringify(fitted))
    const model = openSpeakerModel(own)
    const vector = model.embed(spoken(anna, 3, 1))
    assert.equal(model.compare({ vector, seconds: 3 }, { vector, seconds: 3 }), 4)
    fileOf('measured.onnx.json', JSON.stringify({ ...fitted, score: 'much' }))
    assert.throws(() => openSpeakerModel(own), /no calibration/)
  })

  it('is refused where there is no such file, or one that is no model', () => {
    assert.throws(() => openSpeakerModel(join(folder.path, 'none.onnx')), /ENOENT/)
    assert.throws(() => openSpeakerModel(fileOf('text.onnx', 'a'.repeat(200))), /no ONNX model/)
  })
})
