import Terminal
import ViewModels

/// The columns of names and values in a tab of the composer, the same for all rows.
struct ComposerGrid {
  /// The first column of the values.
  let valueColumn: Int
  /// The width of the values in rows with a mark. The mark is two columns after the longest value.
  let valueWidth: Int

  private static let leastColumn = 14
  /// The width of a blank and the longest name of a mark.
  private static let markWidth = 9
  /// The number of rows that are measured in a long list.
  private static let measuredRows = 200

  init(_ model: ComposerModel, width: Int) {
    var (name, value) = (0, 0)
    for row in model.rows.prefix(Self.measuredRows) {
      switch row.kind {
      case .pair:
        name = max(name, SafeText(row.texts[0]).width)
        value = max(value, SafeText(row.texts[1]).width)
      case .field(let label, _): name = max(name, SafeText(label).width)
      case .heading, .note, .problem, .body, .form: break
      }
    }
    valueColumn = min(width * 2 / 5, max(Self.leastColumn, name + 2))
    valueWidth = max(0, min(value, width - valueColumn - Self.markWidth))
  }
}
