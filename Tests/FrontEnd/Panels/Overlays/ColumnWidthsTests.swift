import Testing

@testable import Panels

struct ColumnWidthsTests {
  private func shared(_ needs: [Int], open: Int, faint: [Int] = [], in width: Int) -> [Int] {
    ColumnWidths(needs: needs, open: open, faint: faint, width: width).shared
  }

  @Test func `where all fits, the open column has the rest`() {
    #expect(shared([4, 10, 6], open: 1, in: 40) == [4, 26, 6])
  }

  @Test func `a column has at most a third while the open one lacks room`() {
    #expect(shared([30, 40], open: 1, in: 60) == [20, 38])
  }

  @Test func `what the open column does not need goes to a column that is cut`() {
    #expect(shared([30, 20], open: 1, in: 60) == [30, 28])
    #expect(shared([30, 34], open: 1, in: 60) == [24, 34])
  }

  @Test func `a faint column gives what the open one lacks, then is left out`() {
    #expect(shared([4, 24, 20], open: 1, faint: [2], in: 48) == [4, 24, 16])
    #expect(shared([4, 40, 20], open: 1, faint: [2], in: 30) == [4, 24, 0])
  }

  @Test func `other columns are left out from the last on`() {
    #expect(shared([4, 40, 8, 8], open: 1, in: 34) == [4, 18, 8, 0])
  }

  @Test(arguments: 1...120)
  func `the columns never take more than the width`(width: Int) {
    for needs in [[3, 50, 9], [1, 6, 30, 3, 7, 16, 20], [60, 5], [0, 0]] {
      for open in needs.indices {
        let widths = shared(needs, open: open, faint: [needs.count - 1], in: width)
        let gaps = max(0, widths.count { $0 > 0 } - 1) * ColumnWidths.gap
        #expect(widths.reduce(0, +) + gaps <= width)
      }
    }
  }
}
