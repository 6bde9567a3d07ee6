// What a check can end with besides success. Each is named by a text of the page.

// Broken is something that does not hold.
class Broken extends Error {
  constructor(text, values = {}) {
    super(text);
    this.text = text;
    this.values = values;
  }
}

// Unable is a check that this browser cannot make. It says nothing about the file.
class Unable extends Broken {}

// Stopped is a check that nobody waits for any more.
class Stopped extends Error {}
