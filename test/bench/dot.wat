;; The bare scan that searches are measured against: the dot product of one vector of 384 floats with each of many, by the
;; vector instructions of the processor. Addresses are in bytes.
(module
  (import "peer" "memory" (memory 1))
  ;; Writes the product of the vector at `query` with each of those from `vector` to `end` to `product`, as floats.
  (func (export "dot") (param $query i32) (param $vector i32) (param $end i32) (param $product i32)
    (local $at i32)
    (local $first v128)
    (local $second v128)
    (local $third v128)
    (local $fourth v128)
    (loop $next
      (local.set $at (i32.const 0))
      (local.set $first (v128.const f32x4 0 0 0 0))
      (local.set $second (v128.const f32x4 0 0 0 0))
      (local.set $third (v128.const f32x4 0 0 0 0))
      (local.set $fourth (v128.const f32x4 0 0 0 0))
      (loop $part
        (local.set $first (f32x4.add (local.get $first)
          (f32x4.mul (v128.load (i32.add (local.get $query) (local.get $at)))
            (v128.load (i32.add (local.get $vector) (local.get $at))))))
        (local.set $second (f32x4.add (local.get $second)
          (f32x4.mul (v128.load offset=16 (i32.add (local.get $query) (local.get $at)))
            (v128.load offset=16 (i32.add (local.get $vector) (local.get $at))))))
        (local.set $third (f32x4.add (local.get $third)
          (f32x4.mul (v128.load offset=32 (i32.add (local.get $query) (local.get $at)))
            (v128.load offset=32 (i32.add (local.get $vector) (local.get $at))))))
        (local.set $fourth (f32x4.add (local.get $fourth)
          (f32x4.mul (v128.load offset=48 (i32.add (local.get $query) (local.get $at)))
            (v128.load offset=48 (i32.add (local.get $vector) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $part (i32.lt_u (local.get $at) (i32.const 1536))))
      (local.set $first
        (f32x4.add
          (f32x4.add (local.get $first) (local.get $second))
          (f32x4.add (local.get $third) (local.get $fourth))))
      (f32.store
        (local.get $product)
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $first)) (f32x4.extract_lane 1 (local.get $first)))
          (f32.add (f32x4.extract_lane 2 (local.get $first)) (f32x4.extract_lane 3 (local.get $first)))))
      (local.set $product (i32.add (local.get $product) (i32.const 4)))
      (local.set $vector (i32.add (local.get $vector) (i32.const 1536)))
      (br_if $next (i32.lt_u (local.get $vector) (local.get $end))))))
