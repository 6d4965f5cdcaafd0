import ClientModel
import TestSupport
import Testing

struct NaturalOrderTests {
  @Test(arguments: [
    ["step 2", "Step 10", "step 10a", "stop"], ["a", "a/z", "a-b", "B"],
    ["A1/x", "A1/z", "a01/x", "a1/y", "a2/x"],
    ["02", "2", "10", "99999999999999999999999", "a"], ["Ärger", "ärger 2", "Öl"], ["", "a"],
  ])
  func `names are ordered by their numbers and without case`(names: [String]) {
    for seed: UInt64 in 0..<10 {
      var random = SeededGenerator(seed: seed)
      let order = names.shuffled(using: &random).inNaturalOrder()
      #expect(order == names, "seed \(seed)")
    }
  }

  @Test func `the content of a folder stays together`() {
    let names = ["a1/c", "A1/b", "a01/a", "a1/a", "A1/d", "a01/e"].inNaturalOrder()
    let folders = names.map { $0.prefix { $0 != "/" } }
    let starts = zip(folders, folders.dropFirst()).count { $0 != $1 }
    #expect(starts == 2, "\(names)")
  }
}
