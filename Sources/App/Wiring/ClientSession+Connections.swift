import ClientCore
import ClientModel
import Foundation

/// Applies the connection pool settings of `config.yaml` at the start and after each change of the file.
extension ClientSession {
  /// Applies the settings; reports a problem in the file to `report`.
  func useConnectionPool(report: (Failure) async -> Void) async {
    do {
      client.setConnectionPool(try ConnectionSettings.read(in: places.config))
    } catch {
      await report(Reported.settings(error))
    }
  }

  /// Follows the file until the task is cancelled. It makes the settings folder, so that a file written
  /// later is seen.
  func followConnectionPool(report: @Sendable (Failure) async -> Void) async {
    await useConnectionPool(report: report)
    guard temporaryFolder == nil else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: places.config, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch { return }  // Without a folder there is nothing to follow.
    guard let watch = SettingsWatch(folder: places.config) else { return }
    await withTaskCancellationHandler {
      for await _ in watch.changes { await useConnectionPool(report: report) }
    } onCancel: {
      watch.cancel()
    }
  }
}
