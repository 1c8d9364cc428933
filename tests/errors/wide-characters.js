// Characters outside ASCII in the source line.
const größe = '漢字 😀'; throw new Error(größe);
