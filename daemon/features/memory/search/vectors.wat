;; The loops over vectors of 384 numbers that want the vector instructions of the processor, which JavaScript has none
;; for. `npm run generate:wasm` makes of this the module that lies beside it. Addresses are in bytes.
(module
  (import "vectors" "memory" (memory 1))
  ;; Writes the distance of `query` to each vector from `vector` to `end`, of 48 bytes each, as an i16 at `distance`.
  (func (export "hamming") (param $query i32) (param $vector i32) (param $end i32) (param $distance i32)
    (local $first v128)
    (local $second v128)
    (local $third v128)
    (local $sum v128)
    (local.set $first (v128.load (local.get $query)))
    (local.set $second (v128.load offset=16 (local.get $query)))
    (local.set $third (v128.load offset=32 (local.get $query)))
    (loop $next
      ;; At most 24 a byte, so that the three fit in bytes.
      (local.set $sum
        (i8x16.add
          (i8x16.popcnt (v128.xor (local.get $first) (v128.load (local.get $vector))))
          (i8x16.add
            (i8x16.popcnt (v128.xor (local.get $second) (v128.load offset=16 (local.get $vector))))
            (i8x16.popcnt (v128.xor (local.get $third) (v128.load offset=32 (local.get $vector)))))))
      (local.set $sum (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $sum))))
      (i32.store16
        (local.get $distance)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $distance (i32.add (local.get $distance) (i32.const 2)))
      (local.set $vector (i32.add (local.get $vector) (i32.const 48)))
      (br_if $next (i32.lt_u (local.get $vector) (local.get $end)))))

  ;; Writes the signs of the floats at `floats` to `signs`, 48 bytes: 1 for what is above 0, the first in the lowest bit.
  (func (export "signs") (param $floats i32) (param $signs i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $floats) (i32.const 1536)))
    (loop $next
      (i32.store8
        (local.get $signs)
        (i32.or
          (i32x4.bitmask (f32x4.gt (v128.load (local.get $floats)) (v128.const f32x4 0 0 0 0)))
          (i32.shl
            (i32x4.bitmask (f32x4.gt (v128.load offset=16 (local.get $floats)) (v128.const f32x4 0 0 0 0)))
            (i32.const 4))))
      (local.set $signs (i32.add (local.get $signs) (i32.const 1)))
      (local.set $floats (i32.add (local.get $floats) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $floats) (local.get $end)))))

  ;; The largest of the floats at `floats`, whatever its sign.
  (func $largest (param $floats i32) (result f32)
    (local $end i32)
    (local $most v128)
    (local.set $end (i32.add (local.get $floats) (i32.const 1536)))
    (loop $next
      (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $floats)))))
      (local.set $floats (i32.add (local.get $floats) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $floats) (local.get $end))))
    (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
      (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))

  ;; Four floats at `floats` as whole numbers, times `factor`.
  (func $rounded (param $floats i32) (param $factor v128) (result v128)
    (i32x4.trunc_sat_f32x4_s
      (f32x4.nearest (f32x4.mul (v128.load (local.get $floats)) (local.get $factor)))))

  ;; Writes the floats at `floats` as 384 bytes to `bytes`, the largest as 127; answers what one of them stands for.
  (func (export "quantize") (param $floats i32) (param $bytes i32) (result f32)
    (local $end i32)
    (local $most f32)
    (local $factor v128)
    (local.set $end (i32.add (local.get $floats) (i32.const 1536)))
    (local.set $most (f32.max (call $largest (local.get $floats)) (f32.const 1e-9)))
    (local.set $factor (f32x4.splat (f32.div (f32.const 127) (local.get $most))))
    (loop $next
      (v128.store
        (local.get $bytes)
        (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (call $rounded (local.get $floats) (local.get $factor))
            (call $rounded (i32.add (local.get $floats) (i32.const 16)) (local.get $factor)))
          (i16x8.narrow_i32x4_s
            (call $rounded (i32.add (local.get $floats) (i32.const 32)) (local.get $factor))
            (call $rounded (i32.add (local.get $floats) (i32.const 48)) (local.get $factor)))))
      (local.set $bytes (i32.add (local.get $bytes) (i32.const 16)))
      (local.set $floats (i32.add (local.get $floats) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $floats) (local.get $end))))
    (f32.div (local.get $most) (f32.const 127)))

  ;; The dot product of 384 bytes with as many floats.
  (func (export "product") (param $bytes i32) (param $floats i32) (result f32)
    (local $end i32)
    (local $eight v128)
    (local $first v128)
    (local $second v128)
    (local.set $end (i32.add (local.get $bytes) (i32.const 384)))
    (loop $next
      (local.set $eight (v128.load8x8_s (local.get $bytes)))
      (local.set $first
        (f32x4.add
          (local.get $first)
          (f32x4.mul
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $eight)))
            (v128.load (local.get $floats)))))
      (local.set $second
        (f32x4.add
          (local.get $second)
          (f32x4.mul
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $eight)))
            (v128.load offset=16 (local.get $floats)))))
      (local.set $bytes (i32.add (local.get $bytes) (i32.const 8)))
      (local.set $floats (i32.add (local.get $floats) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $bytes) (local.get $end))))
    (local.set $first (f32x4.add (local.get $first) (local.get $second)))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $first)) (f32x4.extract_lane 1 (local.get $first)))
      (f32.add (f32x4.extract_lane 2 (local.get $first)) (f32x4.extract_lane 3 (local.get $first))))))
