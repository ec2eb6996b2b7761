-- What Haskell files below a folder define at the level of modules and classes, by the parser of GHC itself:
-- `runghc --ghc-arg=-package --ghc-arg=ghc haskell.hs FOLDER`. A line each with file, line, kind and name; files that a preprocessor must
-- read first, and those that this GHC cannot read, are left out.
module Main (main) where

import Control.Monad (forM_, filterM)
import Data.List (isSuffixOf, nub, sort)
import GHC hiding (parseModule)
import GHC.Data.FastString (mkFastString)
import GHC.Data.StringBuffer (hGetStringBuffer)
import GHC.Driver.Session
import GHC.LanguageExtensions.Type (Extension (..))
import GHC.Parser (parseModule)
import GHC.Parser.Header (getOptions)
import GHC.Parser.Lexer (P (..), ParseResult (..), mkPState)
import GHC.Types.Name.Occurrence (occNameString)
import GHC.Types.Name.Reader (rdrNameOcc)
import GHC.Types.SrcLoc
import Control.Monad.IO.Class (liftIO)
import System.Directory (doesDirectoryExist, listDirectory, pathIsSymbolicLink)
import System.Environment (getArgs)
import System.Process (readProcess)

main :: IO ()
main = do
  [root] <- getArgs
  libdir <- filter (/= '\n') <$> readProcess "ghc" ["--print-libdir"] ""
  files <- sort . filter (".hs" `isSuffixOf`) <$> below root
  runGhc (Just libdir) $ do
    flags <- getSessionDynFlags
    forM_ files $ \file -> do
      buffer <- liftIO (hGetStringBuffer file)
      (own, _, _) <- parseDynamicFilePragma flags (getOptions flags buffer file)
      let start = mkRealSrcLoc (mkFastString file) 1 1
          rows = case unP parseModule (mkPState own buffer start) of
            POk _ found | not (xopt Cpp own) -> declared (unLoc found)
            _ -> []
      liftIO $ forM_ (nub rows) $ \(line, kind, name) ->
        putStrLn (drop (length root + 1) file ++ "\t" ++ show line ++ "\t" ++ kind ++ "\t" ++ name)

below :: FilePath -> IO [FilePath]
below folder = do
  named <- map ((folder ++ "/") ++) . filter (/= ".git") <$> listDirectory folder
  -- What a link leads to is indexed under its own path.
  inside <- filterM (fmap not . pathIsSymbolicLink) named
  folders <- filterM doesDirectoryExist inside
  (filter (`notElem` folders) inside ++) . concat <$> mapM below folders

type Row = (Int, String, String)

declared :: HsModule -> [Row]
declared found =
  [(line, "module", moduleNameString name) | Just (L at name) <- [hsmodName found], line <- lineOf at]
    ++ concatMap (declaration . unLoc) (hsmodDecls found)

declaration :: HsDecl GhcPs -> [Row]
declaration (TyClD _ one) = typed one
declaration (ValD _ one) = bound one
declaration _ = []

named :: String -> Located RdrName -> [Row]
named kind (L at name) = [(line, kind, occNameString (rdrNameOcc name)) | line <- lineOf at]

lineOf :: SrcSpan -> [Int]
lineOf (RealSrcSpan at _) = [srcSpanStartLine at]
lineOf _ = []

bound :: HsBind GhcPs -> [Row]
bound FunBind {fun_id = name} = named "function" name
bound _ = []

typed :: TyClDecl GhcPs -> [Row]
typed SynDecl {tcdLName = name} = named "type" name
typed DataDecl {tcdLName = name, tcdDataDefn = of_} =
  named "data" name ++ concatMap (constructor . unLoc) (dd_cons of_)
typed ClassDecl {tcdLName = name, tcdSigs = sigs} =
  named "class" name ++ concat [concatMap (named "method") names | L _ (ClassOpSig _ False names _) <- sigs]
typed FamDecl {tcdFam = FamilyDecl {fdLName = name}} = named "family" name

constructor :: ConDecl GhcPs -> [Row]
constructor ConDeclGADT {con_names = names} = concatMap (named "constructor") names
constructor ConDeclH98 {con_name = name, con_args = of_} = named "constructor" name ++ case of_ of
  RecCon (L _ all_) -> concat [concatMap (named "field" . rdrNameFieldOcc . unLoc) (cd_fld_names one) | L _ one <- all_]
  _ -> []
