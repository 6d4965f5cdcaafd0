package import ClientModel

/// The numbers of the states in the database column.
extension JobState.Word {
  package var code: Int64 {
    switch self {
    case .held: 0
    case .waiting: 1
    case .running: 2
    case .polling: 3
    case .interrupted: 4
    case .succeeded: 5
    case .failed: 6
    case .cancelled: 7
    case .skipped: 8
    }
  }

  private static let byCode = allCases.sorted { $0.code < $1.code }

  package init?(code: Int64) {
    guard code >= 0, code < Self.byCode.count else { return nil }
    self = Self.byCode[Int(code)]
  }
}
