import CPicture
import Terminal
import ViewModels

/// The limits of the process that draws pictures, and the names of its colour arguments.
enum PictureBounds {
  static let columns: ClosedRange<Int32> = 1...500
  static let rows: ClosedRange<Int32> = 1...250
  static let colours = Int32(CPICTURE_NO_COLOURS)...Int32(CPICTURE_TRUE)
  static let pixels = PictureArea.mostPixels
}

extension PictureArea.Colours {
  /// The colours as an argument of the drawing process.
  var word: String {
    switch self {
    case .none: "\(CPICTURE_NO_COLOURS)"
    case .eight: "\(CPICTURE_8)"
    case .sixteen: "\(CPICTURE_16)"
    case .palette: "\(CPICTURE_240)"
    case .full: "\(CPICTURE_TRUE)"
    }
  }
}

extension ColorDepth {
  /// The colours that a picture may use on a terminal of this depth.
  var ofPictures: PictureArea.Colours {
    switch self {
    case .none: .none
    case .eight: .eight
    case .sixteen: .sixteen
    case .palette256: .palette
    case .trueColor: .full
    }
  }
}
