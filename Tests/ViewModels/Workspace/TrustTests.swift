import Testing

@testable import ViewModels

struct TrustTests {
  @Test func `trust is asked about only where nothing is being typed`() {
    var place = WorkplaceFacts(isScratch: false, folder: "/api")
    guard case .confirm(let question)? = place.loseTrust(.free).first else {
      return #expect(Bool(false), "nothing was asked")
    }
    #expect(place.trust == .untrusted)
    #expect(question.topic == .trust)
    #expect(question.answers.map(\.effects) == [[], [.trustWorkspace]])
    #expect(place.loseTrust(.asked(.trust)) == [.confirm(question)])
    for attention in [AppModel.Attention.taken, .asked(.quitting)] {
      guard case .notify(let notice)? = place.loseTrust(attention).first else {
        return #expect(Bool(false), "nothing was said")
      }
      #expect(notice.what == "This workspace is not trusted.")
    }
  }
}
