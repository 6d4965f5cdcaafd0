import Testing
import ViewModels

@Suite struct ValueMeaningTests {
  private func words(_ value: String) -> String? {
    var driver = ResponseDriver.showing("[\(value)]")
    driver.run { $0.move(.down) }
    return driver.model.meaningWords
  }

  @Test(arguments: [
    ("1700000000", "As a time: 2023-11-14 22:13:20 UTC"),
    ("1709164800", "As a time: 2024-02-29 00:00:00 UTC"),
    ("1709164799.5", "As a time: 2024-02-28 23:59:59 UTC"),
    ("1709251200", "As a time: 2024-03-01 00:00:00 UTC"),
    ("1735689599007", "As a time: 2024-12-31 23:59:59.007 UTC"),
    (#""aGVsbG8gd29ybGQ=""#, "From base64: hello world"),
    (#""Y2Fmw6kgw6AgbGE=""#, "From base64: café à la"),
  ])
  func `a value that stands for another is explained`(value: String, meaning: String) {
    #expect(words(value) == meaning)
  }

  @Test(arguments: [
    "17", "-1700000000", "1700000000e1", "99999999999", "12345678901234567890", #""1700000000""#,
    #""username""#, #""abcdefghijkl""#, #""aGVsbG8gd29ybGQ""#, #""AAAAAAAAAAAA""#, "true", "{}",
  ])
  func `a value that means itself is not explained`(value: String) {
    #expect(words(value) == nil)
  }
}
