import ClientModel
import Testing

@testable import weir

struct TimestampBriefTests {
  /// 2026-07-15, noon, so that no time zone makes another day or year of an hour more or less.
  private let now = Timestamp(milliseconds: 1_784_116_800_000)

  private func brief(_ past: Duration) -> String { now.advanced(by: .zero - past).brief(at: now) }

  @Test func `a moment is shown as far as it differs from now`() {
    let today = brief(.seconds(1))
    #expect(today.count == 8 && today.hasSuffix(":59"))
    let earlier = brief(.seconds(30 * 86_400))
    #expect(earlier.count == 11 && earlier.hasPrefix("06-1") && earlier.contains(" "))
    #expect(brief(.seconds(400 * 86_400)).hasPrefix("2025-06-"))
    #expect(brief(.seconds(400 * 86_400)).count == 10)
  }
}
