package main

// diff lists what has to be taken from want ("- ") and added to it ("+ ") to become got, in order: the complement of a longest
// common subsequence.
func diff(want, got []string) (changes []string) {
	// common[i][j] is the length of a longest common subsequence of want[i:] and got[j:].
	common := make([][]int, len(want)+1)
	for i := range common {
		common[i] = make([]int, len(got)+1)
	}
	for i := len(want) - 1; i >= 0; i-- {
		for j := len(got) - 1; j >= 0; j-- {
			if want[i] == got[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(want) || j < len(got) {
		switch {
		case i < len(want) && j < len(got) && want[i] == got[j]:
			i, j = i+1, j+1
		case j == len(got) || i < len(want) && common[i+1][j] >= common[i][j+1]:
			changes = append(changes, "- "+want[i])
			i++
		default:
			changes = append(changes, "+ "+got[j])
			j++
		}
	}
	return changes
}
