import ClientModel
import Testing

@testable import weir

/// Which claim waits for which.
struct EffectClaimTests {
  @Test func `a change waits for earlier reads and changes`() {
    #expect(EffectClaim.changes(.lanes).waits(for: .reads(.lanes)))
    #expect(EffectClaim.changes(.lanes).waits(for: .changes(.lanes)))
  }

  @Test func `a read waits for changes alone`() {
    #expect(EffectClaim.reads(.lanes).waits(for: .changes(.lanes)))
    #expect(!EffectClaim.reads(.lanes).waits(for: .reads(.lanes)))
    #expect(!EffectClaim.reads(.lanes).waits(for: .follows(.lanes)))
  }

  @Test func `what follows a state does not hold up later changes`() {
    #expect(EffectClaim.follows(.lanes).waits(for: .changes(.lanes)))
    #expect(!EffectClaim.changes(.lanes).waits(for: .follows(.lanes)))
    #expect(!EffectClaim.follows(.lanes).waits(for: .reads(.lanes)))
  }

  @Test func `parts of an area do not meet, and all of it meets each`() {
    let (one, two) = (EffectClaim.Part.job(JobID(1)), EffectClaim.Part.job(JobID(2)))
    #expect(!EffectClaim.changes(.jobs, one).waits(for: .changes(.jobs, two)))
    #expect(EffectClaim.changes(.jobs, one).waits(for: .changes(.jobs, one)))
    #expect(EffectClaim.changes(.jobs, one).waits(for: .changes(.jobs)))
    #expect(EffectClaim.changes(.jobs).waits(for: .changes(.jobs, two)))
    #expect(!EffectClaim.changes(.jobs).waits(for: .changes(.lanes)))
  }
}
