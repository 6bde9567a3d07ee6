// Package eudr gives what is behind a lot the shape that the European Union's
// regulation on deforestation, (EU) 2023/1115, asks for: the file of plots that
// its information system takes, what that system would refuse in it, what of the
// information of article 9 is there, and a dossier that a buyer can check without
// us. It reads no store: plots come to a Collector one by one, as trace gives
// them, and a file is never larger than one part of a statement.
package eudr
