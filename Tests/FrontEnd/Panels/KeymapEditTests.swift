import Testing
import ViewModels

@testable import Panels

/// The line that other keys of a command become in the key map.
struct KeymapEditTests {
  private func text(_ words: String, over old: String) throws -> String {
    try KeymapEdit(words, for: .queue(.pause)).text(over: old, file: "keymap.yaml")
  }

  @Test(arguments: [
    ("f6", "queue.pause: f6\n"),
    ("ctrl+k or d d", "queue.pause:\n  - ctrl+k\n  - d d\n"),
    ("\\ or \" or #", "queue.pause:\n  - \"\\\\\"\n  - \"\\\"\"\n  - \"#\"\n"),
    (", x", "queue.pause: \", x\"\n"), ("", "queue.pause: []\n"), ("  n  ", "queue.pause: \"n\"\n"),
  ])
  func `keys in words become a line`(words: String, line: String) throws {
    #expect(try text(words, over: "") == line)
  }

  @Test func `the line takes the place of the old one, and the others stay as they are`() throws {
    let old = "# mine\nqueue.pause:\n  - g p\n  - f7\nqueue.edit: f8  # far\n"
    let expected = "# mine\nqueue.pause: f6\nqueue.edit: f8  # far\n"
    #expect(try text("f6", over: old) == expected)
    #expect(try text("f6", over: expected) == expected)
    #expect(try text("f6", over: "queue.edit: f8") == "queue.edit: f8\nqueue.pause: f6")
    #expect(
      try text("f6 or f7", over: "queue.pause: ['f5', \"f6\"] # two\n")
        == "queue.pause: ['f6', \"f7\"] # two\n")
  }

  @Test(arguments: [
    ("queue.pause:\tf5\t# five\n", "queue.pause:\tf6\t# five\n"),
    (
      "# mine\r\nqueue.pause: f5  # five\r\nqueue.edit: f8\r\n",
      "# mine\r\nqueue.pause: f6  # five\r\nqueue.edit: f8\r\n"
    ),
    ("\"queue.pause\" : 'f5'", "\"queue.pause\" : 'f6'"),
    (
      "{\n  queue.edit: f8, # far\n  queue.pause: f5  # near\n}\n",
      "{\n  queue.edit: f8, # far\n  queue.pause: f6  # near\n}\n"
    ),
    ("--- # keys\nqueue.pause: &k f5\n...\n", "--- # keys\nqueue.pause: &k f6\n...\n"),
    ("\u{FEFF}queue.pause:\n\n  f5\n", "\u{FEFF}queue.pause:\n\n  f6\n"),
  ])
  func `a key changes where it stands, whatever the layout`(old: String, new: String) throws {
    let changed = try text("f6", over: old)
    #expect(changed.utf8.elementsEqual(new.utf8), "\(changed)")
  }

  @Test func `one key of a list changes in its line`() throws {
    #expect(
      try text("f6 or f7", over: "queue.pause:\n- f5   # one\n\n- f7   # two\n")
        == "queue.pause:\n- f6   # one\n\n- f7   # two\n")
  }

  @Test(arguments: ["ctrl+1", "f6 f7 f8 f9", "hello", "f6 or ctrl+ö"])
  func `words that are no keys are refused`(words: String) {
    #expect(throws: KeymapEdit.Problem.self) { try text(words, over: "") }
  }

  @Test func `a key of another line of the user stays there, and the reason names the command`() {
    do throws(KeymapEdit.Problem) {
      let edit = try KeymapEdit("f8", for: .queue(.pause))
      _ = try edit.text(over: "queue.edit: f8\n", file: "keymap.yaml")
      Issue.record("The key was taken.")
    } catch {
      #expect(error.why.contains("queue.edit"))
    }
  }

  @Test func `a key map in braces is edited, and one that is not YAML is left alone`() throws {
    #expect(try text("f6", over: "{queue.edit: f8}\n") == "{queue.edit: f8, queue.pause: f6}\n")
    for old in ["{queue.edit: f8\n", "queue.pause: f5\n---\nqueue.edit: f8\n"] {
      #expect(throws: KeymapEdit.Problem.self) { try text("f6", over: old) }
    }
  }

  @Test func `an old problem of the file is no obstacle`() throws {
    #expect(try text("f6", over: "nonsense: f8\n") == "nonsense: f8\nqueue.pause: f6\n")
  }

  @Test func `the words of every default key are read as these keys`() throws {
    for command in CommandTable.all where command.name != nil {
      let words = KeymapEdit.words(of: command, in: .standard)
      let edit = try KeymapEdit(words, for: command)
      let file = KeymapFile(try edit.text(over: "", file: "keymap.yaml"), file: "keymap.yaml")
      #expect(file.keymap.labels(of: command) == Keymap.standard.labels(of: command))
    }
  }
}
