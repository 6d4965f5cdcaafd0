public import ClientModel

/// For stores that are at home in tasks.
extension Storage {
  /// In a task of its own.
  public func begin(
    _ batch: StoreBatch,
    then answer: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    Task {
      do throws(Failure) {
        answer(.success(try await commit(batch)))
      } catch {
        answer(.failure(error))
      }
    }
  }
}
