import ClientYAML
import TestSupport
import Testing

@testable import ClientWorkspace

struct DotenvFileTests {
  private func values(_ text: String) throws -> [String: String] {
    try DotenvFile(text, name: ".env").values
  }

  /// Texts and the values that python-dotenv 1.2.2 reads from them without interpolation.
  private static let known: [(text: String, values: [String: String])] = [
    ("A=b\nC=d\n", ["A": "b", "C": "d"]), ("  A = b ", ["A": "b"]), ("export A=b", ["A": "b"]),
    ("export\tA=b", ["A": "b"]), ("exportA=b", ["exportA": "b"]), ("export=1", ["export": "1"]),
    ("export A", [:]), ("A=b # c", ["A": "b"]), ("A=b#c", ["A": "b#c"]), ("A= #c", ["A": "#c"]),
    ("A=", ["A": ""]), ("A=\nB=1", ["A": "", "B": "1"]), ("A\nB=1", ["B": "1"]),
    ("A='b # c' # d", ["A": "b # c"]), ("A=\"b\\nc\"", ["A": "b\nc"]),
    ("A='b\\nc'", ["A": "b\\nc"]), ("A='b\\'c'", ["A": "b'c"]),
    ("A=\"b\\\"c\\\\\"", ["A": "b\"c\\"]), ("A=\"b\nc\"\nD=1", ["A": "b\nc", "D": "1"]),
    ("A='b\nc'", ["A": "b\nc"]), ("A=\"$B ${C}\"\nC=$B", ["A": "$B ${C}", "C": "$B"]),
    ("A=`x` $(y)", ["A": "`x` $(y)"]), ("# only\n\n  # more\nA=1", ["A": "1"]),
    ("\r\nA=1\r\nB=\"2\"\r\nC=3 # x\r\n", ["A": "1", "B": "2", "C": "3"]),
    ("A=1\rB=2", ["A": "1", "B": "2"]), ("A=b  c\t\td ", ["A": "b  c\t\td"]),
    ("A=1\nA=2", ["A": "2"]), ("A=1\nA", [:]), ("'A'=1", ["A": "1"]), ("'A B'=1", ["A B": "1"]),
    ("A.B=1\nA-B=2", ["A.B": "1", "A-B": "2"]), ("É=é ü", ["É": "é ü"]), ("A==b=c", ["A": "=b=c"]),
    ("A=\"\"\nB=''", ["A": "", "B": ""]), ("A=\"x\\tz\\qy\"", ["A": "x\tz\\qy"]),
    ("A=x\\ny", ["A": "x\\ny"]), ("A=\"\\a\\v\"", ["A": "\u{7}\u{B}"]),
    ("A=\t'b'\t", ["A": "b"]), ("A=\"b\" # c", ["A": "b"]),
  ]

  @Test(arguments: known.indices) func `the values are those of python-dotenv`(index: Int) throws {
    #expect(try values(Self.known[index].text) == Self.known[index].values)
  }

  @Test func `a byte order mark is ignored`() throws {
    #expect(try values("\u{FEFF}A=1") == ["A": "1"])
  }

  @Test(arguments: [
    ("A=1\nB='x", 2, 3), ("A=\"x\\\"", 1, 3), ("A='x' y", 1, 6), ("\r\nA B=1", 2, 3),
    ("=x", 1, 1), ("A=1\n'=1", 2, 1), ("''=1", 1, 1), ("A=1\rB C", 2, 3),
  ])
  func `a line that cannot be read is an error at its place`(
    text: String, line: Int, column: Int
  ) throws {
    let problem = #expect(throws: YAMLProblem.self) { try values(text) }
    #expect(problem?.place == YAMLPosition(file: ".env", line: line, column: column))
  }

  @Test(arguments: 0..<300) func `any bytes are values or an error`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("A='\"\\#\n\r\t exportn$é\u{FEFF}{}")
    let text = String((0..<40).map { _ in alphabet.randomElement(using: &random)! })
    _ = try? values(text)
  }

  @Test func `only the names of environments make a file private`() {
    #expect(DotenvFile.isName(".env") && DotenvFile.isName(".env.dev-2"))
    for name in [".env.", ".envrc", "env", ".env.a b", ".env.a/b", "x.env"] {
      #expect(!DotenvFile.isName(name))
    }
    #expect(DotenvFile.name(of: "dev") == ".env.dev" && DotenvFile.name(of: "../x") == nil)
  }
}
