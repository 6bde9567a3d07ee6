// Package outline says of a harvest's records what may be told to anybody, and
// has no way to say more. What it tells is a count, a month, a percentage, a
// place to the kilometre, the code of a lot, or a term of one of our own tables;
// a text that somebody wrote never passes. Which field is read, and as what, is
// one table: the allow-list.
package outline
