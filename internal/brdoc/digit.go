package brdoc

// The algorithms for check digits. Letters count as their ASCII code minus that of '0', as defined
// by Receita Federal for the alphanumeric CNPJ.

// mod11 weights the digits from the right by 2 to 9, repeatedly, as in CNPJ and access keys.
func mod11(b []byte) byte {
	sum, weight := 0, 2
	for i := len(b) - 1; i >= 0; i-- {
		sum += int(b[i]-'0') * weight
		if weight++; weight > 9 {
			weight = 2
		}
	}
	if sum %= 11; sum < 2 {
		return '0'
	}
	return byte('0' + 11 - sum)
}

// rising weights the digits from the right by 2, 3, 4 and on, without starting over: so does the
// CPF, and real numbers of the DU-E and the NIRF agree with it.
func rising(b []byte) byte {
	sum := 0
	for i, c := range b {
		sum += int(c-'0') * (len(b) + 1 - i)
	}
	if d := 11 - sum%11; d < 10 {
		return byte('0' + d)
	}
	return '0'
}

// gs1 weights alternately by 3 and 1, from the right.
func gs1(b []byte) byte {
	sum, weight := 0, 3
	for i := len(b) - 1; i >= 0; i-- {
		sum += int(b[i]-'0') * weight
		weight = 4 - weight
	}
	return byte('0' + (10-sum%10)%10)
}

// iso6346 weighs the ten characters of a container by powers of two. Letters
// count from 10 and leave out the multiples of 11.
func iso6346(b []byte) byte {
	sum := 0
	for i, c := range b {
		value := int(c - '0')
		if c >= 'A' {
			n := int(c - 'A')
			value = 10 + n + (n+9)/10
		}
		sum += value << i
	}
	return byte('0' + sum%11%10)
}

// imo weighs six digits from 7 down to 2.
func imo(b []byte) byte {
	sum := 0
	for i, c := range b {
		sum += int(c-'0') * (7 - i)
	}
	return byte('0' + sum%10)
}

// ibge weighs six digits by 1 and 2 in turn and adds the digits of the products.
func ibge(b []byte) byte {
	sum := 0
	for i, c := range b {
		p := int(c-'0') * (1 + i%2)
		sum += p/10 + p%10
	}
	return byte('0' + (10-sum%10)%10)
}
