import Testing
import ViewModels

@Suite struct ValueMeaningTests {
  private func words(_ value: String) -> String? {
    var driver = ResponseDriver.showing("[\(value)]")
    driver.run { $0.move(.down) }
    return driver.model.body.meaningWords
  }

  @Test(arguments: [
    ("1700000000", "As a time: 2023-11-14 22:13:20 UTC"),
    ("1709164800", "As a time: 2024-02-29 00:00:00 UTC"),
    ("1709164799.5", "As a time: 2024-02-28 23:59:59 UTC"),
    ("1709251200", "As a time: 2024-03-01 00:00:00 UTC"),
    ("1735689599007", "As a time: 2024-12-31 23:59:59.007 UTC"),
    ("1700000000123456", "As a time: 2023-11-14 22:13:20.123456 UTC"),
    ("1700000000123456789", "As a time: 2023-11-14 22:13:20.123456789 UTC"),
    (
      #""2026-11-22T01:40:20+02:00""#,
      "As a time: Saturday, 2026-11-21 23:40:20 UTC, 1795304420 s since 1970"
    ),
    (
      #""2024-02-29 12:00:00.5Z""#,
      "As a time: Thursday, 2024-02-29 12:00:00 UTC, 1709208000 s since 1970"
    ),
    (#""1969-12-31T23:59:59Z""#, "As a time: Wednesday, 1969-12-31 23:59:59 UTC, -1 s since 1970"),
    (#""2026-11-22T01:40""#, "As a time: Sunday, no time zone"),
    (#""2026-11-22""#, "As a time: Sunday"),
    (
      #""eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzAwMDAwMDAwfQ.c2ln""#,
      #"A token (JWT), not checked: {"alg":"HS256"} {"sub":"a","exp":1700000000}, until 2023-11-14 22:13:20 UTC"#
    ),
    (#""aGVsbG8gd29ybGQ=""#, "From base64: hello world"),
    (#""Y2Fmw6kgw6AgbGE=""#, "From base64: café à la"),
  ])
  func `a value that stands for another is explained`(value: String, meaning: String) {
    #expect(words(value) == meaning)
  }

  @Test(arguments: [
    "17", "-1700000000", "1700000000e1", "99999999999", "12345678901234567890", #""1700000000""#,
    #""username""#, #""abcdefghijkl""#, #""aGVsbG8gd29ybGQ""#, #""AAAAAAAAAAAA""#, "true", "{}",
    #""2026-13-01""#, #""2026-02-30T00:00:00Z""#, #""2026-11-22T25:00:00Z""#, #""2026-11-22x""#,
    #""a.b.c""#, #""eyJhIjoxfQ.eyJhIjoxfQ.c2ln""#, #""12345-11-22""#,
  ])
  func `a value that means itself is not explained`(value: String) {
    #expect(words(value) == nil)
  }
}
