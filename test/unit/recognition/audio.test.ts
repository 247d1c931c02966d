import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readAudio } from '../../../daemon/features/recognition/voice/audio.ts'
import { AudioRefused, resampled, sampleRate } from '../../../daemon/features/recognition/voice/sound.ts'
import { anna, pcm, spoken, wav, wavFile } from '../../support/recognition/speech.ts'

const sine = (hertz: number, rate: number, seconds = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate))
const power = (sound: Float32Array) => sound.reduce((sum, value) => sum + value * value, 0) / sound.length
/** The mean square of what two sounds differ by. */
const distance = (one: Float32Array, other: Float32Array) =>
  power(one.map((value, at) => value - (other[at] ?? 0)))
const refusedAs = (refusal: string) => (error: unknown) =>
  error instanceof AudioRefused && error.refusal === refusal

const speech = spoken(anna, 2, 1)

describe('A recording', () => {
  it('is read from bare samples, whichever byte comes first', async () => {
    for (const order of ['little', 'big'] as const) {
      const read = await readAudio(pcm(speech, order), 'audio/L16;rate=16000')
      assert.ok(distance(read, speech) < 1e-8, order)
    }
  })

  it('is read from WAV files of every common kind', async () => {
    const files = {
      '8': wavFile(Buffer.from(speech.map((sample) => Math.round(sample * 127) + 128)), {
        code: 1,
        bits: 8,
        sampleRate,
        channels: 1,
      }),
      '16': wav(speech),
      '24': wavFile(
        Buffer.concat(
          Array.from(speech, (sample) => {
            const bytes = Buffer.alloc(3)
            bytes.writeIntLE(Math.round(sample * 8_388_607), 0, 3)
            return bytes
          }),
        ),
        { code: 1, bits: 24, sampleRate, channels: 1 },
      ),
      '32': wavFile(
        Buffer.from(Int32Array.from(speech, (sample) => Math.round(sample * 2_147_483_000)).buffer),
        { code: 1, bits: 32, sampleRate, channels: 1 },
      ),
      float: wavFile(Buffer.from(speech.slice().buffer), { code: 3, bits: 32, sampleRate, channels: 1 }),
    }
    for (const [kind, file] of Object.entries(files))
      assert.ok(distance(await readAudio(file, 'audio/wav'), speech) < 3e-5, kind)
  })

  it('of two channels is mixed to one', async () => {
    const both = Float32Array.from({ length: speech.length * 2 }, (_, at) =>
      at % 2 === 0 ? (speech[at / 2] ?? 0) : 0,
    )
    const read = await readAudio(wav(both, sampleRate, 2), 'audio/wav')
    assert.ok(
      distance(
        read,
        speech.map((sample) => sample / 2),
      ) < 1e-8,
    )
  })

  it('is read from Opus in Ogg', async () => {
    const file = readFileSync(join(import.meta.dirname, '../../support/recognition/spoken.opus'))
    const read = await readAudio(file, 'audio/ogg')
    // What was encoded is what `spoken` says, 2 s of it.
    assert.ok(Math.abs(read.length - speech.length) <= 160, String(read.length))
    const inner = (sound: Float32Array) => sound.subarray(8_000, 24_000)
    const correlation =
      inner(read).reduce((sum, value, at) => sum + value * (inner(speech)[at] ?? 0), 0) /
      Math.sqrt(power(inner(read)) * power(inner(speech))) /
      16_000
    assert.ok(correlation > 0.8, String(correlation))
  })

  it('is refused where it is none, or cut short', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('RIFF'), Buffer.from('a'.repeat(99))]) {
      await assert.rejects(readAudio(bytes, 'audio/wav'), refusedAs('not_audio'))
      await assert.rejects(readAudio(bytes, 'audio/ogg'), refusedAs('not_audio'))
    }
    await assert.rejects(readAudio(Buffer.alloc(3), 'audio/L16;rate=16000'), refusedAs('not_audio'))
    const opus = readFileSync(join(import.meta.dirname, '../../support/recognition/spoken.opus'))
    await assert.rejects(readAudio(opus.subarray(0, 2_000), 'audio/ogg'), refusedAs('not_audio'))
  })

  it('is refused where it is of a kind that is not understood', async () => {
    const aLaw = wavFile(Buffer.alloc(16_000), { code: 6, bits: 8, sampleRate, channels: 1 })
    await assert.rejects(readAudio(aLaw, 'audio/wav'), refusedAs('unsupported_audio'))
    const nine = wavFile(Buffer.alloc(18_000), { code: 1, bits: 16, sampleRate, channels: 9 })
    await assert.rejects(readAudio(nine, 'audio/wav'), refusedAs('unsupported_audio'))
  })

  it('of more than 30 s is refused', async () => {
    await assert.rejects(
      readAudio(pcm(new Float32Array(31 * sampleRate)), 'audio/L16;rate=16000'),
      refusedAs('too_long'),
    )
  })
})

describe('Another rate', () => {
  for (const rate of [8_000, 11_025, 22_050, 44_100, 48_000])
    it(`of ${rate} Hz keeps a tone as it was`, () => {
      const read = resampled({ rate, samples: sine(1_000, rate) })
      const wanted = sine(1_000, sampleRate)
      const inner = (sound: Float32Array) => sound.subarray(200, 7_800)
      assert.ok(distance(inner(read), inner(wanted)) < 1e-5)
    })

  it('lets nothing through that would fold', () => {
    const read = resampled({ rate: 48_000, samples: sine(11_000, 48_000) })
    assert.ok(power(read.subarray(200, 7_800)) < 1e-6)
  })
})
