import ClientModel
import Testing

@testable import ClientCore

struct JobDependenciesTests {
  private var dependencies = JobDependencies()
  private let one = JobID(1)
  private let two = JobID(2)
  private let child = JobID(3)

  @Test mutating func `a job waits for the last one that was set, and once`() {
    dependencies.set(one, of: child)
    dependencies.set(two, of: child)
    dependencies.set(one, of: child)
    #expect(dependencies.removeAll(of: two) == [])
    #expect(dependencies.removeAll(of: one) == [child])
    #expect(dependencies.removeAll(of: one) == [])
  }

  @Test mutating func `a removed job waits for no other`() {
    dependencies.set(one, of: child)
    dependencies.remove(child)
    #expect(dependencies.removeAll(of: one) == [])
  }
}
