package main

import "encoding/binary"

// marshal is proxy-wasm's form of a map: the count, the sizes of each name and value, then both with a zero byte each.
func marshal(pairs [][2]string) string {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(pairs)))
	for _, pair := range pairs {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(pair[0])))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(pair[1])))
	}
	for _, pair := range pairs {
		out = append(append(out, pair[0]...), 0)
		out = append(append(out, pair[1]...), 0)
	}
	return string(out)
}

// unmarshal trusts the host: what it gives is well formed, or empty.
func unmarshal(data string) [][2]string {
	if len(data) < 4 {
		return nil
	}
	count := int(binary.LittleEndian.Uint32([]byte(data)))
	pairs := make([][2]string, count)
	sizes, rest := []byte(data[4:]), data[4+8*count:]
	for i := range pairs {
		for j := range pairs[i] {
			n := binary.LittleEndian.Uint32(sizes[8*i+4*j:])
			pairs[i][j], rest = rest[:n], rest[n+1:]
		}
	}
	return pairs
}
