;; How many bits one vector differs in from each of many: the one loop that wants the vector instructions of the
;; processor, which JavaScript has none for. `npm run generate:hamming` makes of this the module that lies beside it.
(module
  (import "bits" "memory" (memory 1))
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
      (br_if $next (i32.lt_u (local.get $vector) (local.get $end))))))
